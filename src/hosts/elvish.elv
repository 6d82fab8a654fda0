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
    # Elvish shows values before bytes, so the old prompt is printed as bytes, too, to come second.
    for text [($before)] {
      print $text
    }
  }
}
