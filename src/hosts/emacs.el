;;; stateline: the workflow of the buffer's directory, in the mode line.  -*- lexical-binding: t -*-

(require 'subr-x)

(defvar stateline-text "" "What the mode line shows.")
(defvar stateline--process nil "The run under way.")
(defvar stateline--timer nil "What asks again.")

(defun stateline-ask ()
  "Ask the workflow of the current directory."
  (unless (or (process-live-p stateline--process)
              (file-remote-p default-directory)
              (not (file-directory-p default-directory)))
    (let ((out ""))
      (setq stateline--process
            (make-process
             :name "stateline" :noquery t :connection-type 'pipe :coding 'utf-8
             ;; No message from the shell if the program was removed.
             ;; Half of the frame, so that the rest of the mode line stays visible.
             :command (list "sh" "-c" "exec \"$0\" line --for emacs --width \"$1\" </dev/null 2>/dev/null" @program@
                            (number-to-string (max 20 (/ (frame-width) 2))))
             :filter (lambda (_process text) (setq out (concat out text)))
             :sentinel (lambda (process _event)
                         (unless (process-live-p process)
                           (setq stateline-text (string-trim-right out))
                           (force-mode-line-update t))))))))

(unless stateline--timer
  (setq stateline--timer (run-with-timer 0 5 #'stateline-ask))
  (unless (consp global-mode-string)
    (setq global-mode-string (list (or global-mode-string ""))))
  (add-to-list 'global-mode-string '(:eval (if (equal stateline-text "") "" (concat " " stateline-text))) t))
