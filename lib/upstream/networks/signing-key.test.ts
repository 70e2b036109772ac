import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { folderOfTest } from '@/lib/testing/of-test'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { CursorKey, cursorKey, KEY_FILE, loadStoredKey } from './signing-key'

let folder: string
let file: string

beforeEach(() => {
  folder = folderOfTest()
  file = path.join(folder, KEY_FILE)
})

const known = (key: CursorKey) => `${key.name.toString('hex')} ${key.sign('content').toString('hex')}`

describe('the key of a folder', () => {
  test('is made once, readable by its owner alone, and found again by the next process', () => {
    const deeper = path.join(folder, 'not', 'there')
    const made = loadStoredKey(deeper)
    expect(made.lost).toBeNull()
    expect(fs.readdirSync(deeper)).toEqual([KEY_FILE])
    expect(fs.statSync(path.join(deeper, KEY_FILE)).mode & 0o777).toBe(0o600)
    expect(known(loadStoredKey(deeper))).toBe(known(made))
    expect(known(loadStoredKey(folder))).not.toBe(known(made))
  })

  test('is the same one as its text in CURSOR_KEY', () => {
    const made = loadStoredKey(folder)
    expect(known(new CursorKey(fs.readFileSync(file, 'utf8').trim()))).toBe(known(made))
  })

  test('is the one that another explorer made meanwhile', () => {
    const link = vi.spyOn(fs, 'linkSync').mockImplementation((_, name) => {
      fs.writeFileSync(name, `${'ab'.repeat(32)}\n`)
      throw Object.assign(new Error('there is one'), { code: 'EEXIST' })
    })
    expect(known(loadStoredKey(folder))).toBe(known(new CursorKey('ab'.repeat(32))))
    expect(link).toHaveBeenCalled()
    expect(fs.readdirSync(folder)).toEqual([KEY_FILE])
  })

  test('is made on a disk without hard links, too', () => {
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('no such thing'), { code: 'ENOTSUP' })
    })
    const made = loadStoredKey(folder)
    expect(made.lost).toBeNull()
    expect(fs.readdirSync(folder)).toEqual([KEY_FILE])
    expect(known(loadStoredKey(folder))).toBe(known(made))
  })

  test.each([
    ['nothing', ''],
    ['half of a key', 'ab'.repeat(16)],
    ['a key and more', `${'ab'.repeat(32)}\nmore`],
    ['bytes', '\0'.repeat(64)],
  ])('where its file holds %s: one for this process alone, and the file stays', (_, text) => {
    fs.writeFileSync(file, text)
    const key = loadStoredKey(folder)
    expect(key.lost).toBe('cursor.key in DATA_DIR holds no key; once it is moved away, a new one is made')
    expect(known(loadStoredKey(folder))).not.toBe(known(key))
    expect(fs.readFileSync(file, 'utf8')).toBe(text)
  })

  test('where its name is a folder, or its folder is none: one for this process alone', () => {
    fs.mkdirSync(file)
    expect(loadStoredKey(folder).lost).toContain('cursor.key in DATA_DIR holds no key')
    expect(loadStoredKey('/dev/null/none').lost).toBe('DATA_DIR cannot keep cursor.key (ENOTDIR)')
  })
})

describe('the key of a process', () => {
  test('is CURSOR_KEY, else what DATA_DIR keeps', async () => {
    vi.stubEnv('DATA_DIR', folder)
    await forgetProcess()
    const named = known(cursorKey())
    expect(fs.readdirSync(folder)).toEqual([])
    vi.stubEnv('CURSOR_KEY', '')
    await forgetProcess()
    const stored = known(cursorKey())
    expect(stored).not.toBe(named)
    await forgetProcess()
    expect(known(cursorKey())).toBe(stored)
  })

  test('shows nothing of itself', () => {
    const key = new CursorKey('a secret of sixteen characters')
    for (const shown of [JSON.stringify(key), String(key)]) expect(shown).not.toMatch(/secret|[0-9a-f]{20}/)
  })
})

test('a signature is of this content, by this key, in 16 bytes', () => {
  const [key, other] = [new CursorKey('one of sixteen chars'), new CursorKey('another of sixteen')]
  const signature = key.sign('list', Buffer.of(1))
  expect(signature).toHaveLength(16)
  expect(key.signed(signature, 'list', Buffer.of(1))).toBe(true)
  expect(key.signed(signature, 'list', Buffer.of(2))).toBe(false)
  expect(other.signed(signature, 'list', Buffer.of(1))).toBe(false)
  expect(key.signed(signature.subarray(1), 'list', Buffer.of(1))).toBe(false)
})
