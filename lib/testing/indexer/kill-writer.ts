import { forkScript } from './fork-script'
import type { Places } from './kill-places'
import { randomFrom } from './random'
import { assertWhole, type Blow, runWriter, TornStore, undisturbed } from './store-writer-process'

const isMigration = (name: string) => name.includes('migration')

export interface Kills {
  atEachPoint: number
  atRandom: number
  seed: number
}

/** The writer dies within this many lines: a script has some 140 steps. */
const LINES = 40

const PATIENCE = 20

type Death = { point: string; times: number } | { blow: Blow }

/**
 * Kills a writer repeatedly, at a named point and at a random moment in turn, and checks after each that the store holds
 * exactly the acknowledged steps or one more, journal included. Where the database crashes, the writer must continue.
 * @throws TornStore when it does not
 */
export async function killWriter(kills: Kills, places: Places): Promise<number> {
  const { seed } = kills
  const random = randomFrom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const { births, later } = deathsOf(kills, places, below)
  let killed = 0
  for (let round = 0, inVain = 0; births.length > 0 || later.length > 0; round++) {
    if (inVain++ === PATIENCE) throw new Error(`never met: ${JSON.stringify(births[0] ?? later[0])}`)
    const place = await places.fresh()
    // Every other store has the first version; its first writer dies during the migration, if one is to.
    let untouched = births.length > 0
    if (untouched || round % 2 === 0) await places.makeFirstVersion(place)
    const script = below(2 ** 31)
    const steps = forkScript(script)
    let acknowledged = 0
    const readReport = async (lines: string[]) => {
      const where = `TEST_SEED=${seed}, after ${killed} kills`
      for (const [word, ...words] of lines.map((line) => line.split(' '))) {
        // A writer killed before it opened the store prints nothing: the next one reports.
        if (word === 'at') acknowledged = await assertWhole(steps, acknowledged, words, where)
        if (word === 'ack') acknowledged = Number(words[0])
        if (word !== 'done') continue
        if (words[0] !== (await undisturbed(steps, steps.length))) throw new TornStore(`${where}: at the end`)
        return true
      }
      return false
    }
    const write = (...more: string[]) => [place, String(script), String(acknowledged), ...more]
    for (let done = false; !done; ) {
      const queue = untouched ? births : later
      const [death] = queue
      untouched = false
      if (!death) break
      const [args, blow] = 'point' in death ? [write(death.point, String(death.times))] : [write(), death.blow]
      const { lines, signal, struck } = await runWriter(args, { blow })
      done = await readReport(lines)
      if (signal !== 'SIGKILL' && !(blow?.strike && struck)) continue
      queue.shift()
      inVain = 0
      killed++
    }
    const { lines } = await runWriter(write())
    await readReport(lines)
  }
  return killed
}

function deathsOf({ atEachPoint, atRandom }: Kills, places: Places, below: (end: number) => number) {
  const births: Death[] = []
  const named: Death[] = []
  for (let time = 0; time < atEachPoint; time++) {
    for (const point of places.points) {
      if (isMigration(point)) births.push({ point, times: 1 })
      else named.push({ point, times: time === 0 ? 1 : 1 + below(/undo|fold/.test(point) ? 2 : 40) })
    }
  }
  const random = Array.from({ length: atRandom }, (_, i): Death => {
    const afterLines = 1 + below(LINES)
    return { blow: { afterLines, ...(places.crash && i % 2 === 1 && { strike: places.crash }) } }
  })
  const later = Array.from({ length: Math.max(named.length, random.length) }, (_, i) =>
    [named[i], random[i]].flatMap((death) => death ?? []),
  )
  return { births, later: later.flat() }
}
