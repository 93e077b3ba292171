import { Module } from '@nestjs/common';
import { ConnectionDrain } from './connection-drain.js';
import { StreamDrain } from './stream-drain.js';

/** What the transports share of HTTP. */
@Module({ providers: [StreamDrain, ConnectionDrain], exports: [StreamDrain] })
export class NetModule {}
