import text from '@/docs/on-call.md'
import { readRunBook } from './run-book'

export const RUN_BOOK = readRunBook(text)
