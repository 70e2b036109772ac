import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { assertRegularFile } from '@/lib/platform/sqlite/regular-file'
import { address, hash, slot } from '@/lib/protocol/rpc/primitives'

/** `recording.json`, which `npm run indexer -- record` writes beside the blocks. */
const recording = z.object({
  genesisHash: hash,
  /** Slots, both included. */
  from: slot,
  to: slot,
  /** False until everything up to `to` is recorded. */
  complete: z.boolean(),
  /** Trees that the Light group did not own when they were written to: their outputs are not listed. facts/light-events.md 10. */
  foreignTrees: z.array(address),
})

export type Recording = z.output<typeof recording>

export function recordingFile(folder: string): string {
  return path.join(folder, 'recording.json')
}

/** null: no such file. @throws Error in one line that names the file */
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
