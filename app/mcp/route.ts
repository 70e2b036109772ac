export { answerMcp as POST } from '@/lib/site/mcp/api'
