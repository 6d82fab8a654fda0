# stateline: the workflow of this directory, as a segment of Powerlevel10k.

function prompt_stateline() {
  local line
  line=$(command @program@ line --for zsh --color never </dev/null 2>/dev/null)
  [[ -z $line ]] || p10k segment -f cyan -t "$line"
}

# The instant prompt shows what the last session cached, which would be an old state.
function instant_prompt_stateline() { : }

typeset -ga POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS
(( $POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS[(Ie)stateline] )) || POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS[1,0]=stateline
