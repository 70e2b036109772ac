import text from '@/docs/on-call.md'
import { readRunBook } from './run-book'

/** The run book: read once, when the server starts. */
export const RUN_BOOK = readRunBook(text)
