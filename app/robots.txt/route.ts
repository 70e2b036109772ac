import { knownFileHandlers } from '@/lib/api/handlers'
import { answerRobots } from '@/lib/site/crawlers'

export const { GET, HEAD, OPTIONS } = knownFileHandlers('/robots.txt', answerRobots)
