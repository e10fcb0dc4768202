"""The delivery notes as a task of Inspect. PEER_NOTES names the file with the notes."""

import json
import os

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, mean, scorer
from inspect_ai.solver import generate


@scorer(metrics=[mean()])
def both_values():
    async def judge(state, target):
        try:
            answer = json.loads(state.output.completion)
            right = (answer["note"], answer["amount"]) == (state.metadata["note"], target.text)
        except (ValueError, KeyError, TypeError):
            right = False
        return Score(value=CORRECT if right else INCORRECT, answer=state.output.completion)

    return judge


@task
def notes():
    with open(os.environ["PEER_NOTES"]) as file:
        items = [json.loads(line) for line in file]
    samples = [Sample(id=item["id"], input=item["prompt"], target=item["amount"], metadata={"note": item["note"]}) for item in items]
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=both_values())
