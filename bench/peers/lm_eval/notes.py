"""What notes.yaml calls: the notes, and the score of an item's answers."""

import json
import os

import datasets


def read(**_):
    with open(os.environ["PEER_NOTES"]) as file:
        return {"test": datasets.Dataset.from_list([json.loads(line) for line in file])}


def is_right(item, text):
    try:
        answer = json.loads(text)
        return (answer["note"], answer["amount"]) == (item["note"], item["amount"])
    except (ValueError, KeyError, TypeError):
        return False


def score(item, answers):
    runs = answers[0] if isinstance(answers[0], list) else answers
    return {"right": sum(is_right(item, text) for text in runs) / len(runs)}
