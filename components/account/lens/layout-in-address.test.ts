import { beforeEach, describe, expect, test } from 'vitest'
import { type Address, LayoutInAddress, type LayoutParser } from './layout-in-address'
import { layoutOf } from './read-rows'
import type { UsedLayout } from './used-layout'

class Bar implements Address {
  place = '/owner/A'
  hash = ''
  watchers = new Set<() => void>()

  pathname = () => this.place
  fragment = () => this.hash
  setFragment(fragment: string): void {
    this.hash = fragment
  }
  watch(changed: () => void): () => void {
    this.watchers.add(changed)
    return () => this.watchers.delete(changed)
  }
  go(hash: string): void {
    this.hash = hash
    for (const changed of this.watchers) changed()
  }
}

let bar: Bar
let loads: { come(): void; fail(): void }[]
let layout: LayoutInAddress
let layouts: Pick<UsedLayout, 'text'>[]

beforeEach(() => {
  bar = new Bar()
  loads = []
  layouts = []
  layout = new LayoutInAddress(
    bar,
    () =>
      new Promise<LayoutParser>((resolve, reject) => {
        loads.push({ come: () => resolve(layoutOf), fail: () => reject(new Error('offline')) })
      }),
  )
})

const watched = () => layout.subscribe(() => layouts.push(layout.read()))
const names = () => layout.read().fields.map(({ name }) => name)
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the layout of an address', () => {
  test('is read when somebody looks, once its parser has come', async () => {
    bar.hash = '#layout=a:u8;b:u16'
    watched()
    expect(layout.read()).toMatchObject({ text: 'a:u8\nb:u16', fields: [] })
    loads[0]?.come()
    await settled()
    expect(names()).toEqual(['a', 'b'])
  })

  test('is followed where the reader goes back or writes another one', async () => {
    watched()
    bar.go('#layout=a:u8')
    loads[0]?.come()
    await settled()
    expect(names()).toEqual(['a'])
    bar.go('')
    expect(layout.read()).toMatchObject({ text: null, fields: [] })
  })

  test('is never that of an older one whose parser comes late', async () => {
    watched()
    bar.go('#layout=old:u8')
    bar.go('#layout=new:u8')
    loads[1]?.come()
    await settled()
    loads[0]?.come()
    await settled()
    expect(names()).toEqual(['new'])
    expect(layouts.map(({ text }) => text)).toEqual(['old:u8', 'new:u8', 'new:u8'])
  })

  test('does not come back after it was removed, however late its parser is', async () => {
    watched()
    layout.set('old: u8')
    layout.set(null)
    loads[0]?.come()
    await settled()
    expect(layout.read()).toMatchObject({ text: null, fields: [] })
  })

  test('is none where its parser cannot be had, until the next look', async () => {
    watched()
    bar.go('#layout=a:u8')
    loads[0]?.fail()
    await settled()
    expect(layout.read().text).toBeNull()
    bar.go('#layout=a:u8')
    loads[1]?.come()
    await settled()
    expect(names()).toEqual(['a'])
  })

  test('is written by a reader, and every table and editor is told', async () => {
    const others: (string | null)[] = []
    watched()
    layout.subscribe(() => others.push(layout.read().text))
    layout.set('a : u8\nb: u16')
    expect(bar.hash).toBe('#layout=a:u8;b:u16')
    expect(others).toEqual(['a:u8\nb:u16'])
    layout.set(null)
    expect(bar.hash).toBe('')
    expect(others).toEqual(['a:u8\nb:u16', null])
  })

  test('is not looked at any more when nobody listens', () => {
    const [first, second] = [watched(), watched()]
    first()
    expect(bar.watchers.size).toBe(1)
    second()
    expect(bar.watchers.size).toBe(0)
  })
})

describe('from page to page of one list', () => {
  beforeEach(() => {
    watched()
    layout.set('a: u8')
  })

  test('the layout goes along, though links do not name it', () => {
    bar.hash = ''
    layout.keepOn('/owner/A')
    expect(bar.hash).toBe('#layout=a:u8')
  })

  test('but not to another list, nor in the place of one that a link names', () => {
    bar.hash = ''
    layout.keepOn('/owner/B')
    expect(bar.hash).toBe('')
    bar.hash = '#layout=b:u8'
    layout.keepOn('/owner/A')
    expect(bar.hash).toBe('#layout=b:u8')
  })
})
