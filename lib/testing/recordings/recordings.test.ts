import { createPublicKey, verify } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { base58 } from '@scure/base'
import { getTransactionDecoder } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { type Contents, contentsOf, contentsOfAnswers } from './contents'
import {
  DATA,
  photonNames,
  readPhotonAnswers,
  readRecording,
  recordingNames,
  writePhotonAnswers,
  writeRecording,
} from './files'
import { wireOf } from './wire'

const contents: Contents = JSON.parse(fs.readFileSync(path.join(DATA, 'contents.json'), 'utf8'))
const recordings = recordingNames().map((name) => readRecording(name))
const photon = photonNames().map((name) => readPhotonAnswers(name))

/** In front of the 32 bytes of an ed25519 key. RFC 8410. */
const ED25519_DER = Buffer.from('302a300506032b6570032100', 'hex')

function isSigned(wire: Uint8Array): boolean {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
  return Object.entries(signatures).every(([signer, signature]) => {
    const der = Buffer.concat([ED25519_DER, base58.decode(signer)])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return signature !== null && verify(null, Uint8Array.from(messageBytes), key, Uint8Array.from(signature))
  })
}

function inFolder(use: (folder: string) => void): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-recordings-'))
  try {
    use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** With accounts; of a whole block; with nothing but an extra transaction, in the json encoding. */
const FEW = ['client-on-a-validator', 'block-devnet-small', 'v2-mixed-inputs-mainnet']

describe('what is read back is what was recorded', () => {
  it('all of it is there', () => {
    expect(recordings.map(({ name }) => name)).toEqual(Object.keys(contents.recordings).sort())
    expect(photon.map(({ name }) => name)).toEqual(Object.keys(contents.photon).sort())
    const sum = (of: Record<string, { answers: number }>) =>
      Object.values(of).reduce((total, { answers }) => total + answers, 0)
    expect(recordings.length).toBeGreaterThanOrEqual(23)
    expect(sum(contents.recordings)).toBeGreaterThanOrEqual(250)
    expect(photon.length).toBeGreaterThanOrEqual(27)
    expect(sum(contents.photon)).toBeGreaterThanOrEqual(4_500)
  })

  it.each(recordings)('$name', (recording) => {
    expect(contentsOf(recording)).toEqual(contents.recordings[recording.name])
  })

  it.each(photon)('what Photon answered on $name', (answers) => {
    expect(contentsOfAnswers(answers)).toEqual(contents.photon[answers.name])
  })

  it('written again it is read back the same', () => {
    inFolder((folder) => {
      for (const { blocks, expectations, ...rest } of recordings.filter(({ name }) => FEW.includes(name))) {
        const recording = { ...rest, blocks: blocks.slice(0, 2), expectations: expectations.slice(0, 2) }
        writeRecording(recording, folder)
        expect(readRecording(recording.name, folder)).toEqual(recording)
      }
      for (const answers of photon.slice(0, 1)) {
        writePhotonAnswers(answers, folder)
        expect(readPhotonAnswers(answers.name, folder)).toEqual(answers)
      }
    })
  })

  it('a file in which a byte changed is named', () => {
    inFolder((folder) => {
      const file = path.join(folder, 'v2-tokens.recording')
      const bytes = fs.readFileSync(path.join(DATA, 'v2-tokens.recording'))
      fs.writeFileSync(file, bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1))
      expect(() => readRecording('v2-tokens', folder)).toThrow(`${file} cannot be read: its digest does not fit`)
    })
  })
})

describe('what is recorded fits together', () => {
  /** Its header was put together again, so the signature belongs to another message. */
  const NOT_SIGNED = ['v2-mixed-inputs-mainnet']

  it.each(recordings)('$name: its bytes are those that were signed', ({ name, blocks, extra }) => {
    for (const { entries } of [...blocks, ...extra]) {
      for (const { signature, transaction } of entries) {
        expect(isSigned(wireOf(transaction)), signature).toBe(!NOT_SIGNED.includes(name))
      }
    }
  })

  it.each(recordings)('$name: slots ascend, and what is asked is asked of what is there', (recording) => {
    const { blocks, expectations } = recording
    const slots = blocks.map(({ slot }) => slot)
    expect(slots).toEqual([...new Set(slots)].sort((a, b) => a - b))
    const { length } = blocks.flatMap(({ entries }) => entries)
    for (const { after = length } of expectations) expect(after).toBeLessThanOrEqual(length)
  })

  it.each(photon)('what Photon answered on $name belongs to slots of its recording', (answers) => {
    const recording = readRecording(answers.recording)
    const blocks = [...recording.blocks, ...(answers.extra ? recording.extra : [])]
    const recorded = new Set(blocks.map(({ slot }) => slot))
    for (const [, slot] of answers.slots) expect(recorded).toContain(slot)
    const chain = new Set(answers.slots.map(([slot]) => slot))
    for (const { after } of answers.cases) expect(chain).toContain(after)
    expect(answers.compressionProgram === null).toBe(answers.today || recording.programIds === null)
  })
})
