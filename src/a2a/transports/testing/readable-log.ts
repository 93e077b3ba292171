import { ConsoleLogger } from '@nestjs/common';

/** A log that can be read. */
export class ReadableLog extends ConsoleLogger {
  text = '';

  override error(message: unknown): void {
    this.text += `${String(message)}\n`;
  }

  override warn(message: unknown): void {
    this.error(message);
  }

  override log(): void {
    // Of no interest here.
  }
}
