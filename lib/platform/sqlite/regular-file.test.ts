import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { folderOfTest } from '@/lib/testing/of-test'
import { openDatabase } from './driver'

let folder = ''
beforeEach(() => {
  folder = folderOfTest()
})

function refusal(file: string): string {
  try {
    openDatabase(file).close()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'opened'
}

it.each(['', '-wal', '-shm', '-journal'])('refuses a named pipe as store%s, and does not wait for it', (ending) => {
  const file = path.join(folder, 'store')
  if (ending !== '') openDatabase(file).close()
  execFileSync('mkfifo', [file + ending])
  expect(refusal(file)).toBe(`store${ending} is a named pipe, wanted a file`)
})

it('refuses a link to one, a folder, a device and a socket', async () => {
  execFileSync('mkfifo', [path.join(folder, 'pipe')])
  fs.symlinkSync('pipe', path.join(folder, 'link'))
  expect(refusal(path.join(folder, 'link'))).toBe('link is a named pipe, wanted a file')
  expect(refusal(folder)).toBe(`${path.basename(folder)} is a folder, wanted a file`)
  expect(refusal('/dev/null')).toBe('null is a device, wanted a file')
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(path.join(folder, 'socket'), resolve))
  expect(refusal(path.join(folder, 'socket'))).toBe('socket is a socket, wanted a file')
  await new Promise((resolve) => server.close(resolve))
})

it('opens a file, a link to one, and one that is not there yet', () => {
  const file = path.join(folder, 'store')
  expect(refusal(file)).toBe('opened')
  fs.symlinkSync('store', path.join(folder, 'link'))
  expect(refusal(path.join(folder, 'link'))).toBe('opened')
  expect(refusal(':memory:')).toBe('opened')
})
