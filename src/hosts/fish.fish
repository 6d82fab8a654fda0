# stateline: the workflow of this directory, at the right of the prompt.

if not functions -q __stateline_line
    function __stateline_line
        # fish reports a missing command even if its messages are redirected.
        test -x @program@; or return
        test "$COLUMNS" -gt 2; and set -lx COLUMNS (math --scale 0 "$COLUMNS * 2 / 3")
        command @program@ line --for fish </dev/null 2>/dev/null
    end

    function __stateline_status
        return $argv[1]
    end

    if functions -q fish_right_prompt
        functions -c fish_right_prompt __stateline_before
    end

    function fish_right_prompt
        set -l code $status
        set -l line (__stateline_line)
        set -l before
        if functions -q __stateline_before
            __stateline_status $code
            set before (__stateline_before)
        end
        string join ' ' -- $line $before
    end
end
