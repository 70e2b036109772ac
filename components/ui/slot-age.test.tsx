import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SlotTimes, SlotWhen } from './slot-age'
import { NowProvider } from './time'

const NOW = 1_795_945_380
const BLOCKS = [
  { slot: 300_000_169, seconds: NOW - 689 },
  { slot: 300_001_693, seconds: NOW - 79 },
]

function textOf(slot: number, pace: number | null = 0.4, blocks = BLOCKS): string {
  const html = renderToStaticMarkup(
    <NowProvider serverNow={1_000 * NOW}>
      <SlotTimes known={{ blocks, pace }}>
        <SlotWhen slot={slot} />
      </SlotTimes>
    </NowProvider>,
  )
  return html.replace(/<[^>]*>/g, '')
}

describe('the age of a slot', () => {
  test('is exact where the time of its block is known', () => {
    expect(textOf(300_001_693)).toBe('1 min ago 300,001,693')
  })

  test('is told between known blocks while the margin is less than three quarters of the age', () => {
    expect(textOf(300_000_400)).toBe('9 min ago, give or take 2 min 300,000,400')
    expect(textOf(300_001_400)).toBe('3 min ago, give or take 2 min 300,001,400')
  })

  test('is not told where the margin is about as wide as the age', () => {
    expect(textOf(300_001_690)).toBe('time not known 300,001,690')
    expect(textOf(299_990_000, null, BLOCKS.slice(0, 1))).toBe('time not known 299,990,000')
  })
})
