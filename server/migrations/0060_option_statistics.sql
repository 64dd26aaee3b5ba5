-- Without them the planner takes each option for rare and reads a whole category per configuration.
CREATE STATISTICS device_models_storage ON (options ->> 'storage') FROM device_models;--> statement-breakpoint
CREATE STATISTICS device_models_memory ON (options ->> 'memory') FROM device_models;--> statement-breakpoint
CREATE STATISTICS device_models_color ON (options ->> 'color') FROM device_models;--> statement-breakpoint
CREATE STATISTICS device_models_screen_size ON (options ->> 'screenSize') FROM device_models;--> statement-breakpoint
CREATE STATISTICS device_models_size ON (options ->> 'size') FROM device_models;--> statement-breakpoint
CREATE STATISTICS device_models_carrier ON (options ->> 'carrier') FROM device_models;--> statement-breakpoint
ANALYZE device_models;
