export { GET, HEAD, OPTIONS } from '../route'
