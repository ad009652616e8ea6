"""What notebooks import from here: capture_output."""
from IPython.utils.capture import capture_output


def ask_yes_no(prompt, default=None, interrupt=None):
    """Ask until the answer is y or n: True or False."""
    answers = {"y": True, "n": False, "yes": True, "no": False}
    while True:
        try:
            answer = input(prompt + " ").lower()
        except KeyboardInterrupt:
            answer = interrupt
        except EOFError:
            if default not in answers:
                raise
            answer = default
        answer = answer or default
        if answer in answers:
            return answers[answer]
