# stateline: the workflow of this directory, at the right of the prompt.

use math
use re
use str

if (not-eq $E:STATELINE_PID (to-string $pid)) {
  set E:STATELINE_PID = (to-string $pid)
  var before = $edit:rprompt
  # Returns the columns of the last line of a prompt, without its escape sequences.
  fn cells {|texts|
    var lines = [(str:split "\n" (re:replace "\e\\[[0-9;]*m" '' (str:join '' [(each $to-string~ $texts)])))]
    wcswidth $lines[-1]
  }
  # Returns the columns that are left in the row, less a few to type in. Elvish leaves out a right prompt that does not fit.
  fn room {|texts|
    var size = [(str:split ' ' (stty size < /dev/tty 2> /dev/null))]
    var left = (- (/ (* $size[1] 5) 6) (cells [($edit:prompt)]) (cells $texts) 1)
    exact-num (math:floor $left)
  }
  set edit:rprompt = {
    var texts = [($before)]
    var width = []
    try {
      set width = [(room $texts)]
    } catch error {
      nop
    }
    if (or (eq $width []) (>= $width[0] 10)) {
      try {
        for line [((external @program@) line --for ansi (each {|n| put --width=(to-string $n) } $width) < /dev/null 2> /dev/null | from-lines)] {
          print $line' '
        }
      } catch error {
        nop
      }
    }
    # Elvish shows values before bytes, so the old prompt is printed as bytes, too, to come second.
    for text $texts {
      print $text
    }
  }
}
