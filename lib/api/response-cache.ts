import { LRUCache } from 'lru-cache'
import type { HttpAnswer, HttpRequest } from '../platform/http-answer'
import { once } from '../platform/once'

type Again = NonNullable<HttpAnswer['again']>

/** An answer whose bytes lie ready. */
type ReadyAnswer = HttpAnswer & { body: Buffer | null }

const MAX_ANSWERS = 2_000

/** Characters of targets that are remembered; what is answered is remembered by the gateway. */
const MAX_TARGET_CHARS = 2 * 1024 * 1024

/**
 * What was answered before, by target. Each answer says itself whether it is still as good, and which of its forms a
 * request gets; so a target that is asked for again and again costs no route handler.
 */
class FinishedAnswers {
  readonly #answers = new LRUCache<string, Again>({ max: MAX_ANSWERS, maxSize: MAX_TARGET_CHARS })

  /** Forgets all of them: for tests, whose networks come and go. */
  clear(): void {
    this.#answers.clear()
  }

  remember(target: string, again: Again): void {
    this.#answers.set(target, again, { size: target.length })
  }

  /** The answer to a request if it is still as good; makes no call. */
  recall(request: HttpRequest): ReadyAnswer | null {
    const { method, target } = request
    if (method !== 'GET' && method !== 'HEAD') return null
    const answer = this.#answers.get(target)?.(request)
    if (isReady(answer)) return answer
    this.#answers.delete(target)
    return null
  }
}

/** Those of this process. */
export const finishedAnswers = once('response cache', () => new FinishedAnswers())

function isReady(answer: HttpAnswer | null | undefined): answer is ReadyAnswer {
  return answer != null && (answer.body === null || Buffer.isBuffer(answer.body))
}
