import type { Answer } from '../../api/answer'
import type { Problem } from '../../api/problem'
import type { MethodName } from '../../protocol/rpc/methods'

/** What is cached for a request: its answer, or a negative answer (an unknown hash, a lag). */
export type Outcome<M extends MethodName> =
  /** `fetchedMs`: monotonic milliseconds at which the oldest part of it came. */
  { ok: true; answer: Answer<M>; fetchedMs: number } | { ok: false; problem: Problem }
