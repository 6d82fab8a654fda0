# stateline: the workflow of this directory, at the right of the prompt.

if ($env.STATELINE_PID? | default "") != $"($nu.pid)" {
    $env.STATELINE_PID = $"($nu.pid)"
    $env.STATELINE_BEFORE = ($env.PROMPT_COMMAND_RIGHT? | default "")
    $env.PROMPT_COMMAND_RIGHT = {||
        # A prompt is a string, or a closure that makes one.
        let text = {|prompt| if ($prompt | describe) == "closure" { do $prompt } else { $prompt } | into string }
        let cells = {|prompt| $prompt | ansi strip | lines | append "" | first | str stats | get unicode-width }
        let shown = {|columns|
            if $columns < 10 { "" } else {
                try {
                    with-env { COLUMNS: $"($columns)" } { "" | ^@program@ line --for ansi err> /dev/null } | str trim --right
                } catch { "" }
            }
        }
        let before = (do $text $env.STATELINE_BEFORE)
        let columns = (term size).columns
        mut line = (do $shown ($columns * 2 // 3))
        # Nushell leaves out a right prompt that does not fit. The left prompt may run programs, so it is only measured
        # where the line may be too wide. A few columns are left to type in.
        if (do $cells $"($line) ($before)") > $columns // 2 {
            let left = (try { do $text ($env.PROMPT_COMMAND? | default "") } catch { "" })
            let indicator = (try { do $text ($env.PROMPT_INDICATOR? | default "") } catch { "" })
            $line = (do $shown ($columns * 5 // 6 - (do $cells $"($left)($indicator)") - (do $cells $before) - 1))
        }
        [$line $before] | where $it != "" | str join " "
    }
}
