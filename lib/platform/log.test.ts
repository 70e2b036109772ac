import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { logOfTest } from '@/lib/testing/log-of-test'
import { virtualTime } from '@/lib/testing/virtual-time'
import { errorClass, log, logThrottled } from './log'
import { escapeControls } from './log-line'

const clock = virtualTime(Date.UTC(2026, 10, 20))
const { lines, text: logged } = logOfTest()

describe('the log', () => {
  test('is one line of JSON for each event', () => {
    log('warn', 'verdict', { upstream: 'devnet', from: 'ok', to: 'frozen' })
    log('info', 'draining')
    expect(lines()).toEqual([
      {
        ts: '2026-11-20T00:00:00.000Z',
        level: 'warn',
        msg: 'verdict',
        upstream: 'devnet',
        from: 'ok',
        to: 'frozen',
      },
      { ts: expect.any(String), level: 'info', msg: 'draining' },
    ])
  })

  test.each([
    [undefined, ['info', 'warn', 'error']],
    ['', ['info', 'warn', 'error']],
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ])('has with LOG_LEVEL=%s the levels %j', (level, expected) => {
    vi.stubEnv('LOG_LEVEL', level)
    for (const each of ['debug', 'info', 'warn', 'error'] as const) {
      log(each, 'event')
      logThrottled(each, each, 'now and then', {})
    }
    expect(lines().map((line) => line.level)).toEqual(expected.flatMap((each) => [each, each]))
    vi.unstubAllEnvs()
  })

  test('whatever a member holds, it forges no line, colours no terminal and is not long', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3_000 }),
      fc.constantFrom('a\n{"level":"error"}', '\r\n', '\x1B[31m', '\u202Etxt', '\u2028', '"}', '\\', 'x'.repeat(5_000)),
    )
    fc.assert(
      fc.property(text, (reason) => {
        const before = logged().length
        log('info', 'event', { reason })
        const written = logged().slice(before)
        expect(written).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029](?!$)/u)
        expect(written.indexOf('\n')).toBe(written.length - 1)
        expect(written.length).toBeLessThanOrEqual(2_001)
      }),
      { numRuns: 200 },
    )
  })

  test('control and formatting characters leave escaped', () => {
    expect(escapeControls('a\nb\u001b[31m\u202e\u2028\u{e0001}é🍃')).toBe(
      'a\\u000ab\\u001b[31m\\u202e\\u2028\\udb40\\udc01é🍃',
    )
  })

  test('what happens often is said once in 5 s, with how often it was', () => {
    for (let n = 0; n < 10; n++) logThrottled('devnet timeout', 'warn', 'upstream failure', {})
    logThrottled('devnet http_500', 'warn', 'upstream failure', {})
    expect(lines()).toHaveLength(2)
    clock.skip(5_000)
    logThrottled('devnet timeout', 'warn', 'upstream failure', {})
    expect(lines().at(-1)).toMatchObject({ msg: 'upstream failure', suppressed: 9 })
  })

  test('of an error stands its class and code there, never its words', () => {
    const error = Object.assign(new TypeError('connect to https://key@host failed'), { code: 'ECONNREFUSED' })
    expect(errorClass(error)).toBe('TypeError ECONNREFUSED')
    expect(errorClass('https://key@host')).toBe('string')
  })
})
