import { describe, expect, test } from 'vitest'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { until } from '@/lib/testing/until'
import type { AccountItem } from '../../protocol/rpc/items'
import { ListRoom, ListRoomFull, type RoomWork, rowBytes } from './list-room'

const MB = 1024 * 1024

class Work implements RoomWork {
  isIdle = false
  isRemovable = true
  isDropped = false

  constructor(
    room: ListRoom,
    readonly peer: string,
    public bytes: number,
  ) {
    room.admit(this)
  }

  drop(): void {
    this.isDropped = true
  }
}

describe('the room for lists', () => {
  test('lets no work begin an answer that has no room, and counts what those hold that have left no longer', async () => {
    const room = new ListRoom(10 * MB)
    const works = ['a', 'b', 'c'].map((peer) => new Work(room, peer, 3 * MB))
    const late = new Work(room, 'd', 0.5 * MB)
    await expect(room.next(late, async () => 'rows')).rejects.toThrow(ListRoomFull)
    room.leave(works[0] as Work)
    expect(await room.next(late, async () => 'rows')).toBe('rows')
    expect(works.map(({ isDropped }) => isDropped)).toEqual([false, false, false])
  })

  test('takes from those that nobody waits for first, the one that was requested longest ago before others', async () => {
    const room = new ListRoom(10 * MB)
    const works = ['a', 'b', 'c'].map((peer) => new Work(room, peer, 3 * MB))
    for (const work of works) work.isIdle = true
    room.admit(works[0] as Work)
    await room.next(new Work(room, 'd', 1 * MB), async () => 'rows')
    expect(works.map(({ isDropped }) => isDropped)).toEqual([false, true, false])
  })

  test('gives a second peer as much as the first keeps, and takes no more from it', async () => {
    const room = new ListRoom(16 * MB)
    const greedy = Array.from({ length: 4 }, () => new Work(room, 'greedy', 4 * MB))
    const modest = new Work(room, 'modest', 0)
    const dropped = () => greedy.filter(({ isDropped }) => isDropped).length
    for (const [holds, lost] of [
      [0, 1],
      [3 * MB, 1],
      [4 * MB, 2],
    ] as const) {
      modest.bytes = holds
      await room.next(modest, async () => 'rows')
      expect(dropped()).toBe(lost)
    }
    modest.bytes = 8 * MB
    await expect(room.next(modest, async () => 'rows')).rejects.toThrow(ListRoomFull)
    await expect(room.next(new Work(room, 'greedy', 0), async () => 'rows')).rejects.toThrow(ListRoomFull)
    expect([dropped(), modest.isDropped]).toEqual([2, false])
  })

  test('leaves half of it to others, and what is in use to its work', async () => {
    const room = new ListRoom(10 * MB)
    const large = new Work(room, 'a', 4.5 * MB)
    await expect(room.next(large, async () => 'rows')).rejects.toThrow(ListRoomFull)
    room.leave(large)
    const used = [5 * MB, 5 * MB].map((bytes) => new Work(room, 'a', bytes))
    for (const work of used) work.isRemovable = false
    await expect(room.next(new Work(room, 'b', 0), async () => 'rows')).rejects.toThrow(ListRoomFull)
    expect(used.map(({ isDropped }) => isDropped)).toEqual([false, false])
  })

  test('has three answers under way at once, by peers in turn, however many lists one of them reads', async () => {
    const room = new ListRoom(100 * MB)
    const begun: string[] = []
    const ends: (() => void)[] = []
    let mostAtOnce = 0
    let underWay = 0
    const read = (peer: string) =>
      room.next(new Work(room, peer, 0), async () => {
        begun.push(peer)
        mostAtOnce = Math.max(mostAtOnce, ++underWay)
        await new Promise<void>((resolve) => ends.push(resolve))
        underWay--
      })
    const all = Array.from({ length: 20 }, () => read('greedy'))
    await until(() => begun.length === 3)
    all.push(read('modest'))
    ends.shift()?.()
    await until(() => begun.length === 4)
    ends.shift()?.()
    await until(() => begun.length === 5)
    expect(begun.slice(3).sort()).toEqual(['greedy', 'modest'])
    for (let i = 6; i <= 21; i++) {
      ends.shift()?.()
      await until(() => begun.length === i)
    }
    for (const end of ends) end()
    await Promise.all(all)
    expect(mostAtOnce).toBe(3)
  })

  test('refuses the newest of the peer that waits most often once too many calls wait', async () => {
    const room = new ListRoom(100 * MB)
    let refused = 0
    let end = () => {}
    const over = new Promise<void>((resolve) => (end = resolve))
    const read = (peer: string) => room.next(new Work(room, peer, 0), () => over)
    const greedy = Array.from({ length: 128 }, () => read('greedy').catch(() => void refused++))
    const modest = read('modest')
    await until(() => refused === 1)
    end()
    await Promise.all([modest, ...greedy])
    expect(refused).toBe(1)
  })
})

test('a row weighs what its texts take on the heap, those of wide characters twice', () => {
  const [row] = makeAccounts('owner', 1) as [AccountItem]
  const withData = (data: string): AccountItem => ({ ...row, data: { discriminator: 1n, data, dataHash: 'h' } })
  const more = (data: string) => rowBytes(withData(data)) - rowBytes(withData(''))
  expect([more('A'.repeat(6_000)), more('я'.repeat(6_000))]).toEqual([6_000, 12_000])
  const signature = { signature: 's'.repeat(88), slot: 1, blockTime: 1 }
  expect(rowBytes({ ...signature, signature: 's'.repeat(512) }) - rowBytes(signature)).toBe(424)
})
