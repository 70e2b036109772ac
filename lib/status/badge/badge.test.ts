import { describe, expect, test } from 'vitest'
import type { IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { BADGE_COLORS, badgeOf, badgeSvg, errorBadge, LABEL_COLOR, shieldsJson } from './badge'

const STATUS = {
  network: 'devnet',
  verdict: 'ok',
  slot: 418_898_761,
  lag: null,
  checkedAt: '2026-11-20T08:00:00.000Z',
} as IndexerStatus

const VERDICTS: Verdict[] = ['ok', 'degraded', 'behind', 'frozen', 'unreachable', 'limited', 'unknown']

/** WCAG 2.2, 1.4.3. */
function contrast(color: string): number {
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

describe('a badge', () => {
  test('says verdict and slot', () => {
    expect(badgeOf(STATUS, 'indexer')).toMatchObject({ label: 'indexer', message: 'ok · 418,898,761' })
    expect(badgeOf({ ...STATUS, verdict: 'behind', lag: 1_234 }, 'devnet')).toMatchObject({
      label: 'devnet',
      message: 'behind 1,234 · 418,898,761',
      description: 'devnet indexer behind by 1,234 slots at slot 418,898,761. Checked at 2026-11-20T08:00:00.000Z.',
    })
    expect(badgeOf({ ...STATUS, verdict: 'unknown', slot: null, checkedAt: null }, 'indexer')).toMatchObject({
      message: 'unknown',
      description: 'devnet indexer unknown. Not checked yet.',
    })
  })

  test.each([LABEL_COLOR, ...new Set(BADGE_COLORS)])('white can be read on #%s', (color) => {
    expect(contrast(color)).toBeGreaterThanOrEqual(4.5)
  })

  test('good, doubtful, bad and not known have a colour each', () => {
    const colors = VERDICTS.map((verdict) => badgeOf({ ...STATUS, verdict }, 'indexer').color)
    expect(new Set(colors).size).toBe(4)
    expect(colors.filter((color) => color === colors[0])).toHaveLength(1)
  })

  test('for shields.io', () => {
    expect(shieldsJson(badgeOf(STATUS, 'indexer'))).toEqual({
      schemaVersion: 1,
      label: 'indexer',
      message: 'ok · 418,898,761',
      color: '1a6b3c',
    })
    expect(shieldsJson(errorBadge('unknown network'))).toMatchObject({ message: 'unknown network', isError: true })
  })
})

describe('its picture', () => {
  test('holds its words as text, a title, a description, and nothing that is loaded or run', () => {
    const svg = badgeSvg(badgeOf(STATUS, 'indexer'))
    expect(svg).toContain('>indexer</text>')
    expect(svg).toContain('>ok · 418,898,761</text>')
    expect(svg).toContain('<title id="title">indexer: ok · 418,898,761</title>')
    expect(svg).toContain('<desc id="description">devnet indexer ok at slot 418,898,761.')
    expect(svg).not.toMatch(/style=|<script|<image|href|on\w+=/)
    expect(svg.length).toBeLessThan(1_500)
  })

  test('a name cannot end its element', () => {
    const svg = badgeSvg(badgeOf(STATUS, '"><script>alert(1)</script>'))
    expect(svg).not.toContain('<script>')
  })
})
