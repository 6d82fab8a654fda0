# Shows the workflow's line at the right of the prompt, if stateline is installed.
# Completions: this directory has `_stateline`, and plugin managers add it to fpath.
0="${${ZERO:-${0:#$ZSH_ARGZERO}}:-${(%):-%N}}"
(( ${fpath[(Ie)${0:A:h}]} )) || fpath+=("${0:A:h}")
if (( ${+commands[stateline]} )); then
  if (( ${+functions[p10k]} )); then
    eval "$(stateline init p10k)"
  else
    eval "$(stateline init zsh)"
  fi
fi
