" stateline: the workflow of the working directory, in the status line.

if exists('g:loaded_stateline') || !has('job') || !has('timers') || !has('patch-8.2.2854')
  finish
endif
let g:loaded_stateline = 1
" Lines may continue, whatever the user's options are.
let s:options = &cpoptions
set cpoptions&vim

" What 'statusline' shows.
let g:stateline = ''
let s:out = ''

highlight default link StatelineAlert ErrorMsg
highlight default link StatelineWarning WarningMsg
highlight default link StatelineActive Identifier
highlight default link StatelineProgress String
highlight default link StatelineStrong Title
highlight default link StatelineFaint Comment

function! s:Received(channel, text) abort
  let s:out = a:text
endfunction

function! s:Ended(channel) abort
  if g:stateline !=# s:out
    let g:stateline = s:out
    redrawstatus!
  endif
endfunction

function! s:Ask(...) abort
  if exists('s:job') && job_status(s:job) ==# 'run'
    return
  endif
  let s:out = ''
  try
    " Half of the screen, or less if the file name and the ruler need more.
    let l:width = max([12, min([&columns / 2, &columns - 36])])
    let s:job = job_start([@program@, 'line', '--for', 'vim', '--width', l:width], {
          \ 'cwd': getcwd(), 'in_io': 'null', 'err_io': 'null',
          \ 'out_cb': function('s:Received'), 'close_cb': function('s:Ended') })
  catch
    let g:stateline = ''
  endtry
endfunction

call timer_start(5000, function('s:Ask'), { 'repeat': -1 })
augroup stateline
  autocmd!
  autocmd VimEnter,DirChanged,FocusGained,VimResized,BufWritePost * call s:Ask()
augroup END
call s:Ask()

" An empty option means the built-in status line, which is spelled out here.
if &statusline ==# ''
  set laststatus=2
  let &statusline = '%<%f %h%m%r%= %-14.(%l,%c%V%) %P'
endif
if stridx(&statusline, 'g:stateline') < 0
  " With this prefix, the option is an expression that returns the status line.
  if &statusline =~# '^%!'
    let &statusline = '%!(' .. strpart(&statusline, 2) .. ") .. ' %{%g:stateline%}'"
  else
    let &statusline ..= ' %{%g:stateline%}'
  endif
endif

let &cpoptions = s:options
unlet s:options
