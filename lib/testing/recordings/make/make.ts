import fs from 'node:fs'
import path from 'node:path'
import { type Contents, contentsOf, contentsOfAnswers } from '../contents'
import { writePhotonAnswers, writeRecording } from '../files'
import { readPhoton } from './photon'
import { readScenario } from './scenario'

export function makeRecordings(source: string, folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const contents: Contents = { recordings: {}, photon: {} }
  for (const name of fs.readdirSync(source).sort()) {
    if (!fs.existsSync(path.join(source, name, 'scenario.json'))) continue
    const recording = readScenario(path.join(source, name))
    writeRecording(recording, folder)
    contents.recordings[recording.name] = contentsOf(recording)
  }
  const answers = path.join(source, 'photon')
  for (const name of fs.readdirSync(answers).sort()) {
    if (!name.endsWith('.json')) continue
    const read = readPhoton(fs.readFileSync(path.join(answers, name), 'utf8'))
    writePhotonAnswers(read, folder)
    contents.photon[read.name] = contentsOfAnswers(read)
  }
  fs.writeFileSync(path.join(folder, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`)
  const files = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size)
  console.log(`${files.length} files, ${files.reduce((sum, size) => sum + size, 0)} bytes in ${folder}`)
}
