# stateline: the workflow of this directory, at the right of the prompt.
# Written by `stateline install fish`; `stateline uninstall fish` takes it away.

# This is read before config.fish, which may define a prompt of its own, so it waits for the first one.
function __stateline_begin --on-event fish_prompt
    functions -e __stateline_begin
    test -x @program@; and command @program@ init fish | source
end
