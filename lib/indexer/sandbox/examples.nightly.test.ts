/* The whole recording too. */
import './examples.test'
