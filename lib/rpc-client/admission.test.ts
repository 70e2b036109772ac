import { describe, expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { RpcError } from '../protocol/rpc/failure'
import { Admission, type Admitted } from './admission'
import { RatePlan } from './rate-plan'
import { type RequestClass, Urgency } from './urgency'

const clock = virtualTime()
const wait = (ms: number) => clock.pass(ms)
const FREE = { check: () => {}, admit: () => null }

function crowd(plan: RatePlan | null = null, conditions = FREE) {
  const admission = new Admission(conditions, plan)
  const inside: Admitted<null>[] = []
  const log: string[] = []
  const come = (name: string, by: RequestClass | Urgency = 'interactive') => {
    const urgency = typeof by === 'string' ? new Urgency(by) : by
    admission.enter(urgency).then(
      (admitted) => {
        inside.push(admitted)
        log.push(name)
      },
      (error: unknown) => log.push(`${name}: ${error instanceof RpcError ? error.failure.kind : error}`),
    )
  }
  const many = (count: number, name: string, by?: RequestClass) => {
    for (let i = 0; i < count; i++) come(name, by)
  }
  const leave = () => inside.shift()?.leave()
  return { admission, inside, log, come, many, leave }
}

describe('admission', () => {
  test('the most urgent first, in the order in which they came', async () => {
    const { come, leave, log, many } = crowd()
    many(16, 'x')
    await wait(0)
    come('export', 'export')
    come('refresh 1', 'refresh')
    come('refresh 2', 'refresh')
    come('interactive', 'interactive')
    const raised = new Urgency('export')
    come('raised', raised)
    raised.raise('interactive')
    log.length = 0
    for (let i = 0; i < 16; i++) leave()
    await wait(0)
    leave()
    await wait(0)
    expect(log).toEqual(['interactive', 'raised', 'refresh 1', 'refresh 2', 'export'])
  })

  test('what is less urgent leaves places free', async () => {
    const { admission, many } = crowd()
    many(20, 'export', 'export')
    await wait(0)
    expect(admission.inFlight).toBe(4)
    many(20, 'refresh', 'refresh')
    await wait(0)
    expect(admission.inFlight).toBe(12)
    many(20, 'interactive')
    await wait(0)
    expect(admission.inFlight).toBe(16)
  })

  test('a full queue gives up the last of the least urgent for someone more urgent', async () => {
    const { log, many, come } = crowd()
    many(16, 'x')
    for (let i = 1; i <= 256; i++) come(`refresh ${i}`, 'refresh')
    await wait(0)
    log.length = 0
    come('interactive')
    come('interactive')
    come('export', 'export')
    come('refresh 257', 'refresh')
    await wait(0)
    expect(log).toEqual(['refresh 256: busy', 'refresh 255: busy', 'export: busy', 'refresh 257: busy'])
  })

  test('conditions are asked when the turn comes, and whenever they may have changed', async () => {
    const plan = new RatePlan(1)
    let closed = false
    const gated = {
      check: () => {
        if (closed) throw new Error('closed')
      },
      admit: () => {
        gated.check()
        return null
      },
    }
    const { admission, come, log } = crowd(plan, gated)
    come('first')
    come('second')
    await wait(0)
    closed = true
    admission.recheck()
    await wait(0)
    expect(log).toEqual(['first', 'second: Error: closed'])
    await wait(1_250)
    come('third')
    await wait(0)
    expect(log.at(-1)).toBe('third: Error: closed')
    // A call that was not made costs nothing.
    expect(plan.waitMs('interactive')).toBe(0)
  })
})
