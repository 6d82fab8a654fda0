# stateline: the workflow of this directory, at the right of the prompt.
# Written by `stateline install fish`; `stateline uninstall fish` removes it.

# fish reads this before config.fish, which may define a prompt, so wait for the first prompt.
function __stateline_begin --on-event fish_prompt
    functions -e __stateline_begin
    test -x @program@; and command @program@ init fish | source
end
