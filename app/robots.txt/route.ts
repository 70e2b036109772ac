import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { answerRobots } from '@/lib/site/crawlers'

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/robots.txt', answerRobots)
