"""The least that a Python client does: ask, parse, hash, compare. It keeps nothing on disk.

Usage: aiohttp_loop.py URL NOTES REPEATS CONCURRENCY
"""

import asyncio
import hashlib
import json
import sys

import aiohttp


async def ask(session, url, item):
    body = {"model": "mock", "messages": [{"role": "user", "content": item["prompt"]}], "temperature": 0.7, "max_tokens": 512}
    async with session.post(url, json=body) as reply:
        reply.raise_for_status()
        said = json.loads(await reply.read())
    return said["choices"][0]["message"]["content"]


async def worker(session, url, work, hashes):
    right = 0
    for item, repeat in work:
        text = await ask(session, url, item)
        hashes[item["id"], repeat] = hashlib.sha256(text.encode()).hexdigest()
        answer = json.loads(text)
        right += (answer["note"], answer["amount"]) == (item["note"], item["amount"])
    return right


async def main(url, notes, repeats, concurrency):
    with open(notes) as file:
        items = [json.loads(line) for line in file]
    work = iter([(item, repeat) for repeat in range(repeats) for item in items])
    hashes = {}
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=concurrency)) as session:
        workers = [worker(session, f"{url}/chat/completions", work, hashes) for _ in range(concurrency)]
        right = sum(await asyncio.gather(*workers))
    print(f"{right} of {len(hashes)} right")


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
