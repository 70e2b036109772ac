import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { loopTurn, noteConnection, type Turn, Turns } from './turns'

function turns(atOnce: number, waiting: number, begun = Number.POSITIVE_INFINITY) {
  const moments: (() => void)[] = []
  const instance = new Turns({ atOnce, begun, waiting }, (call) => void moments.push(call))
  const settle = async () => {
    for (;;) {
      for (let i = 0; i < 10; i++) await Promise.resolve()
      const moment = moments.shift()
      if (!moment) return
      moment()
    }
  }
  const came: string[] = []
  const held = new Map<string, Turn>()
  const ask = (name: string, peer = name, left = new AbortController()) => {
    void instance.take(peer, left.signal).then((turn) => {
      came.push(turn ? name : `${name} refused`)
      if (turn) held.set(name, turn)
    })
    return left
  }
  const end = async (name: string) => {
    held.get(name)?.end()
    await settle()
  }
  return { instance, ask, came, end, settle, held }
}

describe('turns', () => {
  test('come as places become free', async () => {
    const { ask, came, end, settle, instance } = turns(2, 10)
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    await settle()
    expect([came, instance.running, instance.waiting]).toEqual([['a', 'b'], 2, 2])
    await end('b')
    expect(came).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    await end('d')
    expect([came, instance.running, instance.waiting]).toEqual([['a', 'b', 'c', 'd'], 0, 0])
  })

  test('go round among peers, so that one that asks for much waits for itself', async () => {
    const { ask, came, end, settle } = turns(1, 100)
    for (let i = 0; i < 5; i++) ask(`greedy ${i}`, 'greedy')
    await settle()
    ask('modest')
    ask('shy')
    for (const name of ['greedy 0', 'greedy 1', 'modest', 'shy', 'greedy 2', 'greedy 3']) {
      await settle()
      await end(name)
    }
    expect(came).toEqual(['greedy 0', 'greedy 1', 'modest', 'shy', 'greedy 2', 'greedy 3', 'greedy 4'])
  })

  test('are refused when too many wait: the newest of whoever waits most often', async () => {
    const { ask, came, settle, instance } = turns(1, 3)
    ask('running', 'greedy')
    await settle()
    for (let i = 0; i < 4; i++) ask(`greedy ${i}`, 'greedy')
    ask('modest')
    await settle()
    expect(came).toEqual(['running', 'greedy 3 refused', 'greedy 2 refused'])
    expect([instance.waiting, instance.refused]).toEqual([3, 2])
  })

  test('do not come for who has left, be it while waiting or while running', async () => {
    const { ask, came, settle, instance } = turns(1, 10)
    const first = ask('first')
    const second = ask('second')
    ask('third')
    await settle()
    second.abort()
    first.abort()
    await settle()
    expect(came).toEqual(['first', 'third'])
    expect([instance.running, instance.waiting]).toEqual([1, 0])
  })

  test('a peer that has left before it asked is not noticed', async () => {
    const { ask, came, settle, instance } = turns(1, 10)
    const left = new AbortController()
    left.abort()
    ask('nobody', 'nobody', left)
    await settle()
    expect([came, instance.running, instance.waiting]).toEqual([[], 0, 0])
  })
})

describe('who waits for somebody else', () => {
  test('holds no place meanwhile, and goes on before new work begins', async () => {
    const { ask, came, settle, held, instance } = turns(1, 10)
    ask('a')
    await settle()
    let answer = (_: string) => {}
    const answered = held.get('a')?.whileWaiting(new Promise<string>((resolve) => (answer = resolve)))
    let got: string | undefined
    void answered?.then((value) => (got = value))
    ask('b')
    ask('c')
    await settle()
    expect([came, instance.running]).toEqual([['a', 'b'], 1])
    answer('yes')
    await settle()
    expect(got).toBeUndefined()
    held.get('b')?.end()
    await settle()
    expect([got, came, instance.running]).toEqual(['yes', ['a', 'b'], 1])
    held.get('a')?.end()
    await settle()
    expect(came).toEqual(['a', 'b', 'c'])
  })

  test('for several things goes on with the last of them', async () => {
    const { ask, settle, held, instance } = turns(1, 10)
    ask('a')
    await settle()
    const answers: ((value: number) => void)[] = []
    const got: number[] = []
    for (let i = 0; i < 3; i++) {
      const promise = new Promise<number>((resolve) => answers.push(resolve))
      void held
        .get('a')
        ?.whileWaiting(promise)
        .then((value) => got.push(value))
    }
    for (const i of [0, 1]) answers[i]?.(i)
    await settle()
    expect([got, instance.running]).toEqual([[0, 1], 0])
    answers[2]?.(2)
    await settle()
    expect([got, instance.running]).toEqual([[0, 1, 2], 1])
  })

  test('and waits for more before its place is free goes on with all of it', async () => {
    const { ask, settle, held, instance } = turns(1, 10)
    ask('a')
    await settle()
    const got: string[] = []
    const wait = (name: string, promise: Promise<unknown>) =>
      held
        .get('a')
        ?.whileWaiting(promise)
        .then(() => got.push(name))
    let answer = (_: string) => {}
    void wait('first', new Promise((resolve) => (answer = resolve)))
    ask('b')
    await settle()
    answer('yes')
    await settle()
    void wait('second', Promise.resolve())
    void wait('third', new Promise(() => {}))
    await settle()
    expect(got).toEqual(['second'])
    held.get('b')?.end()
    await settle()
    expect(got).toEqual(['second', 'first'])
    expect(instance.running).toBe(0)
  })

  test('passes a failure on, with its place', async () => {
    const { ask, settle, held, instance } = turns(1, 10)
    ask('a')
    await settle()
    let error: unknown
    held
      .get('a')
      ?.whileWaiting(Promise.reject(new Error('no')))
      .catch((caught) => (error = caught))
    await settle()
    expect(String(error)).toBe('Error: no')
    expect(instance.running).toBe(1)
  })

  test('counts among those that are begun, of which there are no more than so many', async () => {
    const { ask, came, end, settle, held, instance } = turns(1, 10, 2)
    const answers: (() => void)[] = []
    const leavers = ['a', 'b', 'c', 'd'].map((name) => ask(name))
    const away = (name: string) =>
      void held.get(name)?.whileWaiting(new Promise<void>((resolve) => void answers.push(resolve)))
    await settle()
    away('a')
    await settle()
    away('b')
    await settle()
    expect([came, instance.running, instance.waiting]).toEqual([['a', 'b'], 0, 2])
    leavers[0]?.abort()
    await settle()
    expect(came).toEqual(['a', 'b', 'c'])
    await end('c')
    await end('c')
    expect([came, instance.waiting]).toEqual([['a', 'b', 'c', 'd'], 0])
    ask('e')
    for (const answer of answers) answer()
    await settle()
    expect([came.length, instance.waiting]).toEqual([4, 1])
    await end('d')
    await end('b')
    expect([came.at(-1), instance.running]).toEqual(['e', 1])
  })

  test('and leaves makes no work any more', async () => {
    const { ask, settle, held, instance } = turns(1, 10)
    const left = ask('a')
    await settle()
    let answer = () => {}
    void held.get('a')?.whileWaiting(new Promise<void>((resolve) => (answer = resolve)))
    left.abort()
    answer()
    await settle()
    expect([instance.running, instance.waiting]).toEqual([0, 0])
    ask('b')
    await settle()
    expect(instance.running).toBe(1)
  })
})

async function loopTurnsUntil(done: Promise<unknown>, each = () => {}): Promise<number> {
  let [turns, isOver] = [0, false]
  const work = done.finally(() => {
    isOver = true
  })
  for (; !isOver; turns++) {
    each()
    await setImmediate()
  }
  await work
  return turns
}

test('one portion of work goes on in a turn, however many wait', async () => {
  expect(await loopTurnsUntil(Promise.all(Array.from({ length: 20 }, loopTurn)))).toBeGreaterThanOrEqual(20)
})

test('work waits while connections come, and no longer than sixteen turns', async () => {
  let coming = 5
  const some = () => {
    if (coming-- > 0) noteConnection()
  }
  expect(await loopTurnsUntil(loopTurn(), some)).toBeGreaterThanOrEqual(5)
  const turns = await loopTurnsUntil(loopTurn(), noteConnection)
  expect(turns).toBeGreaterThanOrEqual(16)
  expect(turns).toBeLessThanOrEqual(18)
})
