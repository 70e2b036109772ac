import { between } from './keys.mjs'

/**
 * How many slots pass before the next transaction, on average a little over `mean`: bursts that share a slot, mostly
 * short waits, now and then a lull, as on a chain that nobody plans.
 */
export function nextGap(random, mean) {
  const mood = random()
  if (mood < 0.1) return 0
  if (mood < 0.97) return Math.max(1, Math.round(-Math.log(1 - random()) * mean))
  return between(random, 4, 9) * mean
}

/**
 * Tells several stories at once: each is a list of steps that keep their order, and the next step is drawn from a
 * story with a chance that grows with the steps it has left, so all of them spread over the whole segment.
 */
export async function interleave(random, stories, beforeStep) {
  const left = stories.map((steps) => [...steps])
  for (;;) {
    const total = left.reduce((sum, steps) => sum + steps.length, 0)
    if (total === 0) return
    let drawn = Math.floor(random() * total)
    const story = left.find((steps) => {
      drawn -= steps.length
      return drawn < 0
    })
    beforeStep()
    await story.shift()()
  }
}
