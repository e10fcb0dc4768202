"""Runs the task in a folder through lm-eval's Python interface, without its index of built-in tasks: its least start-up.

Usage: ask.py URL TASK_FOLDER OUT CONCURRENCY
"""

import json
import sys

import lm_eval
from lm_eval.tasks import TaskManager

url, folder, out, concurrency = sys.argv[1:]
settings = {"model": "mock", "base_url": f"{url}/chat/completions", "num_concurrent": int(concurrency), "tokenized_requests": False, "max_retries": 3}
done = lm_eval.simple_evaluate(model="local-chat-completions", model_args=settings, tasks=["notes"], apply_chat_template=True, batch_size=1,
                               task_manager=TaskManager(include_path=folder, include_defaults=False), log_samples=True)
with open(out, "w") as file:
    json.dump(done["samples"], file, default=str)
print(done["results"])
