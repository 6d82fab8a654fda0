/* What the program never does, in place of the parts of the C library that do it: 0.2 MB.
 *
 * The library would print messages about itself, in the user's language, with modules loaded for it: its
 * printf, its translations, its character sets and its loader are linked for that alone, since Rust has its
 * own. All of these are weak: where the library brings its own after all, that one counts.
 */
#include <stddef.h>

#define INSTEAD __attribute__((weak))

void abort(void);

/* Statistics of malloc, which nobody asks for. */
INSTEAD int fprintf(void *file, const char *format, ...) { return -1; }

/* Messages of the loader. */
INSTEAD int __asprintf(char **text, const char *format, ...) { return -1; }

/* The text for an error that has none, such as 524. */
INSTEAD int __snprintf(char *text, size_t size, const char *format, ...) {
  const char *unknown = "Unknown error";
  size_t length = 0;
  while (length + 1 < size && unknown[length]) {
    text[length] = unknown[length];
    length++;
  }
  if (size) text[length] = 0;
  return length;
}

/* Translations: this is what they are where no locale was set. */
INSTEAD char *__dcgettext(const char *domain, const char *message, int category) { return (char *)message; }

/* Modules for character sets. */
INSTEAD void *__libc_dlopen_mode(const char *name, int mode) { return 0; }
INSTEAD void *__libc_dlsym(void *module, const char *name) { return 0; }
INSTEAD int __libc_dlclose(void *module) { return -1; }

/* A library that finds itself broken stops, but says nothing. */
INSTEAD void __assert_fail(const char *what, const char *file, unsigned line, const char *function) { abort(); }

/* Put in the place of a function of Rust's that prints a backtrace: there is none without the tables. */
int no_backtrace(void) { return 0; }
