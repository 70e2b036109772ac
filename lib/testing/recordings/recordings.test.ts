import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOfTest } from '../of-test'
import { type Contents, contentsOf, contentsOfAnswers } from './contents'
import { DATA, photonNames, readPhotonAnswers, readRecording, recordingNames } from './files'

const contents: Contents = JSON.parse(fs.readFileSync(path.join(DATA, 'contents.json'), 'utf8'))
const recordings = recordingNames().map((name) => readRecording(name))
const photon = photonNames().map((name) => readPhotonAnswers(name))

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

  it('a file in which a byte changed is named', () => {
    const folder = folderOfTest()
    const file = path.join(folder, 'v2-tokens.recording')
    const bytes = fs.readFileSync(path.join(DATA, 'v2-tokens.recording'))
    fs.writeFileSync(file, bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1))
    expect(() => readRecording('v2-tokens', folder)).toThrow(`${file} cannot be read: its digest does not fit`)
  })
})
