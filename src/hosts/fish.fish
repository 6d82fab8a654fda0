# stateline: the workflow of this directory, at the right of the prompt.

if not functions -q __stateline_line
    # Prints the line, at most $argv[1] columns wide.
    function __stateline_line
        # fish reports a missing command even if its messages are redirected.
        test -x @program@; or return
        test "$argv[1]" -ge 10; or return
        set -lx COLUMNS $argv[1]
        command @program@ line --for fish </dev/null 2>/dev/null
    end

    function __stateline_status
        return $argv[1]
    end

    # Prints the columns that are left in the row, less a few to type in. fish leaves out a right prompt that does not fit.
    function __stateline_room
        __stateline_status $argv[1]
        set -l left (functions -q fish_mode_prompt; and fish_mode_prompt; __stateline_status $argv[1]; fish_prompt)
        set -l used (string length --visible -- "$left[-1]$argv[2] " 2>/dev/null; or echo 0)
        math --scale 0 "$COLUMNS * 5 / 6 - $used"
    end

    if functions -q fish_right_prompt
        functions -c fish_right_prompt __stateline_before
    end

    function fish_right_prompt
        set -l code $status
        set -l before
        if functions -q __stateline_before
            __stateline_status $code
            set before (__stateline_before)
        end
        set -l line (__stateline_line (math --scale 0 "$COLUMNS * 2 / 3"))
        # The left prompt is run again to measure it, so only where the line may be too wide.
        set -l cells (string length --visible -- "$line $before" 2>/dev/null; or echo 0)
        if test -n "$line" -a "$cells" -gt (math --scale 0 "$COLUMNS / 2")
            set line (__stateline_line (__stateline_room $code "$before"))
        end
        string join ' ' -- $line $before
    end
end
