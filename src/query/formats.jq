# The formats of jq that jaq leaves to its program: a row of a table as text.
def __cells(text; kind):
  if isarray then
    map(
      if . == null then ""
      elif isstring then text
      elif isboolean or isnumber then tostring
      else error("\(tojson) cannot stand in a row of " + kind)
      end
    )
  else error("\(tojson) is not a list, and so no row of " + kind)
  end;
def @csv: __cells("\"" + (split("\"") | join("\"\"")) + "\""; "CSV") | join(",");
def @tsv:
  def replaced(old; new): split(old) | join(new);
  __cells(replaced("\\"; "\\\\") | replaced("\t"; "\\t") | replaced("\n"; "\\n") | replaced("\r"; "\\r"); "TSV")
  | join("\t");
# jaq leaves it to its program to print the value; here it is the reason why there is no answer.
def halt_error($code): error;
def halt_error: error;
