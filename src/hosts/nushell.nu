# stateline: the workflow of this directory, at the right of the prompt.

if ($env.STATELINE_PID? | default "") != $"($nu.pid)" {
    $env.STATELINE_PID = $"($nu.pid)"
    $env.STATELINE_BEFORE = ($env.PROMPT_COMMAND_RIGHT? | default "")
    $env.PROMPT_COMMAND_RIGHT = {||
        let before = (if ($env.STATELINE_BEFORE | describe) == "closure" {
            do $env.STATELINE_BEFORE
        } else {
            $env.STATELINE_BEFORE
        })
        let columns = ((term size).columns * 2 // 3)
        let line = (try {
            with-env { COLUMNS: $"($columns)" } { "" | ^@program@ line --for ansi err> /dev/null } | str trim --right
        } catch { "" })
        [$line $before] | where $it != "" | str join " "
    }
}
