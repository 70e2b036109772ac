import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { assertRegularFile } from '@/lib/platform/sqlite/regular-file'
import { address, hash } from '@/lib/protocol/rpc/primitives'

/** `recording.json`, beside a chain's saved blocks. */
const recording = z.object({
  genesisHash: hash,
  /** Trees that the Light group did not own when they were written to: their outputs are not listed. facts/light-events.md 10. */
  foreignTrees: z.array(address),
})

/** null: no such file. @throws Error in one line that names the file */
export function readRecordingNote(folder: string): z.output<typeof recording> | null {
  const file = path.join(folder, 'recording.json')
  if (!fs.existsSync(file)) return null
  try {
    assertRegularFile(file)
    return recording.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (error) {
    throw new Error(`${file}: wanted an object with genesisHash and foreignTrees`, { cause: error })
  }
}
