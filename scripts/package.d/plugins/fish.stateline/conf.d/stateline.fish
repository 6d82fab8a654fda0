# Shows the workflow's line at the right of the prompt, if stateline is installed.
if status is-interactive; and command -q stateline
    # A prompt that is set up later, in config.fish, would replace the line, so wait for the first prompt.
    function __stateline_load --on-event fish_prompt
        functions -e __stateline_load
        stateline init fish | source
    end
end
