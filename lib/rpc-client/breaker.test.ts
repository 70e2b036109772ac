import { beforeEach, describe, expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { toProblem } from '../api/rpc-problem'
import { RpcError, type RpcFailure } from '../protocol/rpc/failure'
import { Breaker, type CallVerdict } from './breaker'

const ANSWERED: CallVerdict = { kind: 'answered' }
const NOTHING: CallVerdict = { kind: 'nothing' }
const E500: RpcFailure = { kind: 'http', status: 500, retryAfterMs: null, message: 'The indexer returned HTTP 500.' }
const TIMEOUT: RpcFailure = { kind: 'network', reason: 'timeout', message: 'The indexer did not respond in time.' }

const failed = (failure: RpcFailure, more: object = {}): CallVerdict => ({
  kind: 'failed',
  failure,
  weight: 1,
  slow: false,
  atOnce: false,
  ...more,
})

const clock = virtualTime()
let states: string[]
let breaker: Breaker

beforeEach(() => {
  states = []
  breaker = new Breaker((state) => states.push(state))
})

function call(verdict: CallVerdict): void {
  breaker.end(breaker.begin(), verdict)
}

function refusal(): RpcFailure {
  try {
    breaker.begin()
  } catch (error) {
    if (error instanceof RpcError) return error.failure
  }
  throw new Error('was let through')
}

function open(): void {
  for (let i = 0; i < 100 && breaker.state === 'closed'; i++) call(failed(E500))
}

describe('opens', () => {
  test('at ten calls of which half failed, not before', () => {
    for (let i = 0; i < 9; i++) call(failed(E500))
    expect(breaker.state).toBe('closed')
    call(failed(E500))
    expect(breaker.state).toBe('open')
  })

  test('not while more than half are answered', () => {
    for (let i = 0; i < 100; i++) call(i % 5 < 3 ? ANSWERED : failed(E500))
    expect(breaker.state).toBe('closed')
    open()
    expect(breaker.state).toBe('open')
  })

  test('not by failures that are more than 10 s apart from each other', () => {
    for (let i = 0; i < 50; i++, clock.skip(1_200)) call(failed(E500))
    expect(breaker.state).toBe('closed')
  })

  test('by three slow failures in a row, since hangs never make ten calls', () => {
    for (let i = 0; i < 4; i++, clock.skip(4_000)) call(i === 1 ? ANSWERED : failed(TIMEOUT, { slow: true }))
    expect(breaker.state).toBe('closed')
    call(failed(TIMEOUT, { slow: true }))
    expect(breaker.state).toBe('open')
  })

  test('at once where the key is refused', () => {
    call(failed({ ...E500, status: 401 } as RpcFailure, { atOnce: true }))
    expect(breaker.state).toBe('open')
  })

  test('by wrong shapes at half the weight', () => {
    for (let i = 0; i < 10; i++) call(i < 5 ? ANSWERED : failed(E500, { weight: 0.5 }))
    expect(breaker.state).toBe('closed')
    for (let i = 0; i < 20; i++) if (breaker.state === 'closed') call(failed(E500, { weight: 0.5 }))
    expect(breaker.state).toBe('closed')
    for (let i = 0; i < 100 && breaker.state === 'closed'; i++) call(failed(E500, { weight: 0.5 }))
    expect(breaker.state).toBe('open')
  })

  test('never by what says nothing', () => {
    for (let i = 0; i < 100; i++) call(NOTHING)
    expect(breaker.state).toBe('closed')
  })
})

describe('while open', () => {
  test('no call passes, and the refusal is a 503 that keeps the cause and names the wait', () => {
    open()
    clock.skip(2_000)
    const problem = toProblem(refusal())
    expect(problem).toMatchObject({ code: 'upstream_error', status: 503, retryAfterMs: 3_000 })
    expect(breaker.trouble()).toEqual({ cause: E500, retryAfterMs: 3_000 })
  })

  test('calls from before do not count', () => {
    const before = breaker.begin()
    open()
    breaker.end(before, ANSWERED)
    expect(breaker.state).toBe('open')
    breaker.end(before, failed(E500))
    clock.skip(5_000)
    expect(breaker.state).toBe('half-open')
  })
})

describe('after the pause', () => {
  test('one call tries while others wait; its answer closes', () => {
    open()
    clock.skip(5_000)
    expect(breaker.trouble()).toEqual({ cause: E500, retryAfterMs: null })
    const trial = breaker.begin()
    expect(refusal()).toMatchObject({ kind: 'open', retryAfterMs: 1_000 })
    breaker.end(trial, ANSWERED)
    expect(breaker.state).toBe('closed')
    expect(breaker.trouble()).toBeNull()
    expect(states).toEqual(['open', 'half-open', 'closed'])
    call(failed(E500))
    expect(breaker.state).toBe('closed')
  })

  test('each trial that fails doubles the pause, up to a minute; an answer makes it short again', () => {
    open()
    const pauses = Array.from({ length: 6 }, () => {
      const { retryAfterMs } = breaker.trouble() ?? {}
      clock.skip(retryAfterMs ?? 0)
      call(failed(E500))
      return retryAfterMs
    })
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
    clock.skip(60_000)
    call(ANSWERED)
    open()
    expect(breaker.trouble()?.retryAfterMs).toBe(5_000)
  })

  test('with the pause long over, its cause tells nothing any more, yet the next call is a trial', () => {
    open()
    clock.skip(20_000)
    expect(breaker.trouble()).toBeNull()
    breaker.begin()
    expect(refusal()).toMatchObject({ kind: 'open' })
    expect(breaker.trouble()).toEqual({ cause: E500, retryAfterMs: 1_000 })
  })

  test('a trial that says nothing lets the next one try', () => {
    open()
    clock.skip(5_000)
    call(NOTHING)
    call(ANSWERED)
    expect(breaker.state).toBe('closed')
  })
})

describe('the health probe', () => {
  test('lets a trial through at once when it succeeds after failing', () => {
    open()
    breaker.noteProbe(false)
    clock.skip(1_000)
    breaker.noteProbe(true)
    expect(breaker.state).toBe('half-open')
  })

  test('does not, when it succeeded all the time: what fails is something else', () => {
    breaker.noteProbe(true)
    open()
    breaker.noteProbe(true)
    expect(breaker.state).toBe('open')
  })
})
