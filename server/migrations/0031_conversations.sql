CREATE TABLE "conversation_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"is_from_staff" boolean DEFAULT false NOT NULL,
	"author_id" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"user_id" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"typed_order_number" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"is_unread" boolean DEFAULT true NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "conversations_state" CHECK ("conversations"."state" in ('open', 'answered', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_messages_of_conversation" ON "conversation_messages" USING btree ("conversation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_by_state" ON "conversations" USING btree ("state","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_unread" ON "conversations" USING btree ("id") WHERE "conversations"."is_unread";--> statement-breakpoint
CREATE INDEX "conversations_of_user" ON "conversations" USING btree ("user_id") WHERE "conversations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_of_email" ON "conversations" USING btree ("email","created_at");
--> statement-breakpoint
-- HAND-WRITTEN: messages about an order become its conversation.
INSERT INTO conversations (id, order_id, name, email, state, is_unread, last_message_at, created_at)
SELECT 'cnv_' || o.id, o.id, trim(o.first_name || ' ' || o.last_name), o.email, CASE WHEN max(m.created_at) > now() - interval '30 days' THEN 'open' ELSE 'closed' END, false, max(m.created_at), min(m.created_at)
FROM order_messages m JOIN orders o ON o.id = m.order_id GROUP BY o.id;--> statement-breakpoint
INSERT INTO conversation_messages (id, conversation_id, text, created_at)
SELECT m.id, 'cnv_' || m.order_id, m.text, m.created_at FROM order_messages m;
