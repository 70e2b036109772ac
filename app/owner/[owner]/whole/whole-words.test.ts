import { describe, expect, test } from 'vitest'
import { ProblemError, problem } from '@/lib/api/problem'
import type { WholeClaim, WholeListReport } from '@/lib/api/whole'
import {
  callsText,
  callsToContinue,
  continueLabel,
  continuesByItself,
  mayContinue,
  nextPollMs,
  type PollState,
  wholeAnnouncement,
  wholeShare,
  wholeWord,
} from './whole-words'

const CLAIM: WholeClaim = {
  complete: true,
  withData: { rows: 20_000, proven: true, fromBytes: 0, shorter: 0 },
  withoutData: { rows: 0, proven: true },
  unproven: [],
  sum: { lamports: 5n, exact: false },
  sentences: ['Every account that was live from slot 5 to slot 9 is listed once.'],
}

const READING: WholeListReport = {
  state: 'reading',
  by: 'parts',
  calls: 300,
  maxCalls: 2_000,
  estimate: { calls: 1_200, isAtLeast: false, rows: 20_000, seconds: 90, how: 'From three sample parts.' },
  rows: { found: 6_000, withData: 6_000, withoutData: 0, unproven: 0, created: 0 },
  parts: { whole: 200, split: 2, unproven: 0, left: 700 },
  slots: { from: 5, to: null },
  claim: null,
}

const stopped = (code: NonNullable<WholeListReport['stop']>['code']): WholeListReport => ({
  ...READING,
  state: 'stopped',
  stop: { code, text: 'It says why.' },
})
const ended = (complete: boolean | null): WholeListReport => ({
  ...READING,
  state: 'ended',
  claim: { ...CLAIM, complete },
})
const withData = (some: Partial<WholeClaim['withData']>): WholeListReport => ({
  ...READING,
  state: 'ended',
  claim: { ...CLAIM, complete: null, withData: { ...CLAIM.withData, ...some } },
})

describe('the state of a whole list', () => {
  test.each([
    ['not started', stopped('estimate'), false, 'Not started'],
    ['started just now', stopped('estimate'), true, 'Reading'],
    ['read', READING, true, 'Reading'],
    ['paused by its reader', READING, false, 'Paused'],
    ['without an indexer', stopped('indexer'), true, 'Waiting for the indexer'],
    ['at its calls', stopped('calls'), false, 'Stopped'],
    ['proven', ended(true), false, 'Complete'],
    ['proven but for rows without data', ended(null), false, 'Complete for accounts with data'],
    ['proven for long data', withData({ fromBytes: 40 }), false, 'Complete from 40 bytes of data on'],
    ['not proven', withData({ proven: false }), false, 'Not proven complete'],
    ['with a part that is not proven', ended(false), false, 'Incomplete'],
  ])('%s', (_, whole, waits, word) => expect(wholeWord(whole, waits).word).toBe(word))

  test('is announced with what was found, and why it stopped', () => {
    expect(wholeAnnouncement(ended(true), false)).toBe(`List read: 6,000 rows. ${CLAIM.sentences[0]}`)
    expect(wholeAnnouncement(stopped('slow'), false)).toBe('Stopped after 6,000 rows. It says why.')
    expect(wholeAnnouncement(stopped('estimate'), false)).toBe('')
  })
})

test('calls made are said against those expected and those allowed', () => {
  expect(callsText(READING)).toBe('300 of about 1,200 calls; at most 2,000')
  expect(callsText({ ...READING, estimate: null })).toBe('300 calls; at most 2,000')
  expect(callsText({ ...READING, estimate: null, calls: 1 })).toBe('1 call; at most 2,000')
  expect(callsText(ended(true))).toBe('300 calls')
})

test('the bar never runs past what is left', () => {
  expect(wholeShare(READING)).toEqual({ value: 300, max: 1_200 })
  expect(wholeShare({ ...READING, calls: 1_190 })).toEqual({ value: 1_190, max: 1_890 })
  expect(wholeShare({ ...READING, estimate: null, parts: { ...READING.parts, left: 0 } })).toBeNull()
  expect(wholeShare(ended(true))).toEqual({ value: 1, max: 1 })
})

describe('the way on', () => {
  test.each([
    [stopped('estimate'), 'Start reading', 2_000],
    [READING, 'Continue', 2_000],
    [stopped('slow'), 'Continue', 2_000],
    [stopped('calls'), 'Allow 2,000 more calls', 4_000],
    [{ ...stopped('calls'), maxCalls: 19_000 }, 'Allow 1,000 more calls', 20_000],
  ])('%o', (whole, label, calls) => {
    expect([continueLabel(whole), callsToContinue(whole), mayContinue(whole)]).toEqual([label, calls, true])
  })

  test('leads on where others took the memory, since there may be room again', () => {
    const full = stopped('memory')
    const shared: WholeListReport = { ...full, stop: { code: 'memory', text: 'It says why.', retryAfterMs: 4_000 } }
    expect([mayContinue(full), mayContinue(shared), continueLabel(shared)]).toEqual([false, true, 'Continue'])
    // Not without its reader: it may take long.
    expect(continuesByItself(shared)).toBe(false)
  })

  test('ends with the list, with all the memory that it may take, with a failure, and with the last call', () => {
    const last = { ...stopped('calls'), maxCalls: 20_000 }
    for (const whole of [ended(null), stopped('memory'), stopped('failed'), last]) {
      expect(mayContinue(whole)).toBe(false)
    }
  })

  test('resumes without its reader where nothing but time is needed', () => {
    expect(
      [READING, stopped('unattended'), stopped('indexer'), stopped('estimate')].map(continuesByItself),
    ).not.toContain(false)
    expect([ended(true), stopped('calls'), stopped('slow'), stopped('failed')].map(continuesByItself)).not.toContain(
      true,
    )
  })
})

describe('the next request of a reading', () => {
  const next = (whole: WholeListReport, dataUpdateCount = 5) =>
    nextPollMs({ data: { meta: { whole } }, error: null, dataUpdateCount } as PollState, 3)
  const slow: WholeListReport = { ...READING, state: 'stopped', stop: { code: 'slow', text: '', retryAfterMs: 30_000 } }

  test('comes at once while the list is read, and when the indexer may be asked again', () => {
    expect(next(READING)).toBe(250)
    expect(next({ ...stopped('indexer'), stop: { code: 'indexer', text: '', retryAfterMs: 7_000 } })).toBe(7_000)
    expect(next(ended(true))).toBe(false)
  })

  test('waits for a part that was slow when the reader went on, and ends at one that is slow since', () => {
    expect([next(slow, 4), next(slow, 5)]).toEqual([30_000, false])
  })

  test('follows a failure at the time that it names, and no failure that is final', () => {
    const failed = (retryAfterMs?: number) =>
      new ProblemError(problem('explorer_busy', 'Too many lists.', retryAfterMs === undefined ? {} : { retryAfterMs }))
    const nextAfter = (error: ProblemError) => nextPollMs({ data: undefined, error, dataUpdateCount: 0 }, 0)
    expect([nextAfter(failed()), nextAfter(failed(7_000))]).toEqual([5_000, 7_000])
    expect(nextAfter(new ProblemError(problem('invalid_params', 'Wrong.')))).toBe(false)
  })
})
