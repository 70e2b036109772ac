import { it } from 'vitest'
import { askBent } from '@/lib/testing/indexer/ask-bent'

it('24,000 bent bodies are answered as they deserve, and nothing goes wrong inside', () => askBent(24_000))
