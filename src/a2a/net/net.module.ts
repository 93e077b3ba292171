import { Module } from '@nestjs/common';
import { StreamDrain } from './stream-drain.js';

/** What the transports share of HTTP. */
@Module({ providers: [StreamDrain], exports: [StreamDrain] })
export class NetModule {}
