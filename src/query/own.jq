# `@csv` and `@tsv`, which the jaq crates leave to the program: one row of a table as text.
def __cells(text; kind):
  if isarray then
    map(
      if . == null then ""
      elif isstring then text
      elif isboolean or isnumber then tostring
      else error("\(tojson) cannot be in a row of " + kind)
      end
    )
  else error("\(tojson) is not a list, so it cannot be a row of " + kind)
  end;
def @csv: __cells("\"" + (split("\"") | join("\"\"")) + "\""; "CSV") | join(",");
def @tsv:
  def replaced(old; new): split(old) | join(new);
  __cells(replaced("\\"; "\\\\") | replaced("\t"; "\\t") | replaced("\n"; "\\n") | replaced("\r"; "\\r"); "TSV")
  | join("\t");
# The jaq crates leave `halt_error` to the program; here its value becomes the error message.
def halt_error($code): error;
def halt_error: error;
# What the program knows of its surroundings.
def env: $ENV;
def now: $__now;
