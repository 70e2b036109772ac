import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { assertRegularFile } from '@/lib/platform/sqlite/regular-file'
import { address, hash, slot } from '@/lib/protocol/rpc/primitives'

/** What `recording.json` says beside the blocks that `npm run indexer -- record` wrote. */
const recording = z.object({
  genesisHash: hash,
  /** Slots, both included. */
  from: slot,
  to: slot,
  /** False until everything up to `to` is there. */
  complete: z.boolean(),
  /** Trees that the Light group did not own as they were written to: their outputs are not listed. facts/light-events.md 10. */
  foreignTrees: z.array(address),
})

/** What `recording.json` says. */
export type Recording = z.output<typeof recording>

/** Path of a folder's `recording.json`. */
export function recordingFile(folder: string): string {
  return path.join(folder, 'recording.json')
}

/**
 * Null for a folder without one: nobody says more of it than its files.
 * @throws Error with one line that names the file where it cannot be read.
 */
export function readRecording(folder: string): Recording | null {
  const file = recordingFile(folder)
  if (!fs.existsSync(file)) return null
  try {
    assertRegularFile(file)
    return recording.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (error) {
    throw new Error(`${file}: wanted what was written by npm run indexer -- record`, { cause: error })
  }
}
