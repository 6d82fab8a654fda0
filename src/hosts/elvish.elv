# stateline: the workflow of this directory, at the right of the prompt.

if (not-eq $E:STATELINE_PID (to-string $pid)) {
  set E:STATELINE_PID = (to-string $pid)
  var before = $edit:rprompt
  set edit:rprompt = {
    try {
      for line [((external @program@) line --for ansi < /dev/null 2> /dev/null | from-lines)] {
        print $line' '
      }
    } catch error {
      nop
    }
    # Elvish shows values ahead of bytes, so what was there has to be bytes as well to come behind.
    for text [($before)] {
      print $text
    }
  }
}
